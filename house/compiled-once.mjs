/**
 * The runtime of the tests: Jest's own, but that a module is compiled once for all test files of a worker. Each file still runs it anew, in
 * a sandbox of its own.
 */
import { Script } from 'node:vm';
import Runtime from 'jest-runtime';

/** By file name. */
const compiled = new Map();

export default class CompiledOnce extends Runtime {
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
