/*
 * A Modbus RTU server of libmodbus on a serial port, as a board to test:
 *
 *     cc libmodbus-server.c -o libmodbus-server $(pkg-config --cflags --libs libmodbus)
 *     ./libmodbus-server /dev/ttyUSB0 [unit [registers [baud [parity]]]]
 *
 * As many coils, inputs and registers of each kind, all 0 at the start. The parity is E, O or N; a pseudo-terminal takes N
 * only. It ends by SIGTERM.
 */
#include <errno.h>
#include <modbus.h>
#include <stdio.h>
#include <stdlib.h>

static int number(int argc, char **argv, int at, int otherwise)
{
    return argc > at ? atoi(argv[at]) : otherwise;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s PORT [UNIT [REGISTERS [BAUD [PARITY]]]]\n", argv[0]);
        return 2;
    }
    const int unit = number(argc, argv, 2, 1);
    const int registers = number(argc, argv, 3, 32);
    const int baud = number(argc, argv, 4, 19200);
    const char parity = argc > 5 ? argv[5][0] : 'E';
    modbus_t *server = modbus_new_rtu(argv[1], baud, parity, 8, 1);
    modbus_mapping_t *values = modbus_mapping_new(registers, registers, registers, registers);
    if (server == NULL || values == NULL || modbus_set_slave(server, unit) == -1 || modbus_connect(server) == -1) {
        fprintf(stderr, "%s: %s\n", argv[1], modbus_strerror(errno));
        return 1;
    }
    /*
     * Its defaults are 500 ms each. By the first it would join what a silence has ended with the next request; by the
     * second it sends the exceptions 01 and 03 so late, and takes what comes so long after a request to another server
     * for the answer of that server.
     */
    modbus_set_byte_timeout(server, 0, 5000);
    modbus_set_response_timeout(server, 0, 20000);
    printf("libmodbus %s: unit %d on %s\n", LIBMODBUS_VERSION_STRING, unit, argv[1]);
    fflush(stdout);
    for (;;) {
        uint8_t request[MODBUS_RTU_MAX_ADU_LENGTH];
        const int length = modbus_receive(server, request);
        if (length > 0)
            modbus_reply(server, request, length, values);
        else if (length == -1 && (errno == ENODEV || errno == EIO || errno == EBADF))
            return 1; /* the port is gone */
    }
}
