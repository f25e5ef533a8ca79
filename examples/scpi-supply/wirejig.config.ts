import { supply } from './supply';

export default { protocols: [supply] };
