/** Whether the wire can carry a request. */
import { EncodeError } from '../../../../protocols/frame';
import type { AnySession, Message } from '../../../../protocols/request-response/definition';

export function isSendable({ requests }: AnySession, message: Message): boolean {
  try {
    requests.codec.encode(message);
    return true;
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    return false;
  }
}
