import { modbus } from './modbus';

export default { protocols: [modbus] };
