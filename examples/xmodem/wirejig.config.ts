import { receiver } from './receiver';
import { sender } from './sender';

export default { protocols: [receiver, sender] };
