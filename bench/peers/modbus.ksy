# Modbus RTU for Kaitai Struct, a peer of the bench. Kaitai computes no checksums, and has no frame of unknown function with the CRC after it.
meta:
  id: modbus
  endian: be
types:
  request:
    seq:
      - id: unit
        type: u1
      - id: code
        type: u1
      - id: body
        type:
          switch-on: code
          cases:
            1: span
            2: span
            3: span
            4: span
            5: single
            6: single
            15: write_coils
            16: write_registers
      - id: crc
        type: u2le
  answer:
    seq:
      - id: unit
        type: u1
      - id: code
        type: u1
        valid:
          expr: _ >= 128 or (_ >= 1 and _ <= 6) or _ == 15 or _ == 16
      - id: body
        type:
          switch-on: 'code < 128 ? code : 128'
          cases:
            1: packed
            2: packed
            3: words
            4: words
            5: single
            6: single
            15: span
            16: span
            128: exception
      - id: crc
        type: u2le
  span:
    seq:
      - id: address
        type: u2
      - id: count
        type: u2
  single:
    seq:
      - id: address
        type: u2
      - id: value
        type: u2
  packed:
    seq:
      - id: num_bytes
        type: u1
      - id: bits
        size: num_bytes
  words:
    seq:
      - id: num_bytes
        type: u1
        valid:
          expr: _ <= 250 and _ % 2 == 0
      - id: values
        type: u2
        repeat: expr
        repeat-expr: num_bytes / 2
  write_coils:
    seq:
      - id: address
        type: u2
      - id: count
        type: u2
      - id: num_bytes
        type: u1
      - id: bits
        size: num_bytes
  write_registers:
    seq:
      - id: address
        type: u2
      - id: count
        type: u2
        valid:
          max: 123
      - id: num_bytes
        type: u1
        valid: count * 2
      - id: values
        type: u2
        repeat: expr
        repeat-expr: count
  exception:
    seq:
      - id: reason
        type: u1
