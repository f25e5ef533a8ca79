/** The tones of a terminal. */
import type { Paint } from '../text/exchange-text';

export function paintTone(paint: Paint, tone: 'good' | 'bad' | 'warn' | 'dim'): (text: string) => string {
  switch (tone) {
    case 'good':
      return (text) => paint.green(text);
    case 'bad':
      return (text) => paint.red(text);
    case 'warn':
      return (text) => paint.yellow(text);
    case 'dim':
      return (text) => paint.dim(text);
  }
}
