/** The thread of the live view: it folds the events, draws the page and serves it, so that the run is not disturbed. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadProtocols } from '../../config/protocols';
import { LiveView } from './live-view';
import { PastRuns } from './past-runs';
import { openUiServer } from './ui-server';
import { uiWorkerData, type FromWorker, type ToWorker } from './live-feed';

const PUBLISH_MS = 400;

async function serve(): Promise<void> {
  const { folder, title, canRepeat, config } = uiWorkerData.parse(workerData);
  const port = parentPort;
  if (port === null) throw new Error('the live view is a thread');
  if (config !== undefined) await loadProtocols(config);
  const tell = (message: FromWorker): void => port.postMessage(message);
  // It looks again and again, beside a run, and a project may be large.
  const runs = new PastRuns(folder, 1);
  const view = new LiveView(runs, canRepeat);
  const server = await openUiServer({
    title,
    runs,
    parts: () => view.parts(),
    stop: () => {
      if (view.state !== 'running') return false;
      view.state = 'stopping';
      tell({ type: 'stop' });
      server.publish();
      return true;
    },
    again: (clause) => {
      if (view.state !== 'ended' || !canRepeat || !view.hasClause(clause)) return false;
      view.state = 'running';
      tell({ type: 'again', clause });
      server.publish();
      return true;
    },
  });
  port.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'batch':
        view.add(message.batch);
        return tell({ type: 'taken' });
      case 'end':
        view.end();
        return server.publish();
      case 'close':
        server.close();
        clearInterval(timer);
        port.close();
    }
  });
  const timer = setInterval(() => server.publish(), PUBLISH_MS);
  tell({ type: 'open', url: server.url });
}

void serve();
