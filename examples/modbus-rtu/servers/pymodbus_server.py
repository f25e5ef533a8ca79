"""A Modbus RTU server of pymodbus on a serial port, as a board to test: pymodbus_server.py PORT [UNIT [REGISTERS [BAUD [PARITY]]]]

As many coils, inputs and registers of each kind, all 0 at the start. A pseudo-terminal takes the parity N only.
"""
import sys

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server import StartSerialServer
from pymodbus.transaction import ModbusRtuFramer
from pymodbus.version import version


def main(port, unit=1, registers=32, baud=19200, parity="E"):
    def block():
        return ModbusSequentialDataBlock(0, [0] * registers)

    values = ModbusSlaveContext(di=block(), co=block(), hr=block(), ir=block(), zero_mode=True)
    print(f"pymodbus {version.short()}: unit {unit} on {port}", flush=True)
    StartSerialServer(
        context=ModbusServerContext(slaves={unit: values}, single=False),
        framer=ModbusRtuFramer,
        port=port,
        baudrate=baud,
        parity=parity,
        broadcast_enable=True,
        ignore_missing_slaves=True,
    )


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:5]), *sys.argv[5:6])
