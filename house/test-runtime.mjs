/**
 * The runtime of the tests: Jest's own, but that a module is compiled once for all test files of a worker. Each file still runs it anew, in
 * a sandbox of its own. And Jest does not follow promises to learn which test an uncaught error is of: before Node 24, that costs a
 * tenth of the processor time of all tests.
 */
import { Script } from 'node:vm';
import Runtime from 'jest-runtime';

/** By file name. */
const compiled = new Map();

export default class TestRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      const script = scriptOf(source, filename, executor.injectedModuleParameters);
      // The original says what is wrong with the text.
      return context === null || script === undefined
        ? compile(source, filename)
        : script.runInContext(context);
    };
  }

  requireInternalModule(from, to) {
    return to === 'node:async_hooks'
      ? { AsyncLocalStorage: TestContext }
      : super.requireInternalModule(from, to);
  }
}

/** As much of an AsyncLocalStorage as Jest uses. An uncaught error fails the test that runs at that moment, or else the file. */
class TestContext {
  #running = [];

  getStore() {
    return this.#running.at(-1);
  }

  run(store, action) {
    this.#running.push(store);
    const end = () => void this.#running.splice(this.#running.indexOf(store), 1);
    const result = action();
    result.then(end, end);
    return result;
  }
}

function scriptOf(source, filename, parameters) {
  const before = compiled.get(filename);
  if (before?.source === source) return before.script;
  const head = `(function (${parameters.join(', ')}) {`;
  try {
    const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    compiled.set(filename, { source, script });
    return script;
  } catch {
    return undefined;
  }
}
