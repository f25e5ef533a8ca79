import { gnss } from './gnss';

export default { protocols: [gnss] };
