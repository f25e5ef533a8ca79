/** Frames for tests of the GM67, as hex. */

export const ACK = '04 D0 00 00 FF 2C';
export const DENIED = '05 D1 00 00 06 FF 24';
export const HOST_ACK = '04 D0 04 00 FF 28';
export const LED_ON = '05 E7 04 00 01 FF 0F';
/** Scan enable with a wrong checksum. */
export const GARBLED = '04 E9 04 00 00 00';
