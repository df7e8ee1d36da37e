// Loaded into a process with `node --require`: whatever reaches for the network ends it with exit status 99.
const Module = require('node:module');

const modules =
  /^(node:)?(net|tls|http|https|http2|dgram|dns|dns\/promises|quic|child_process|worker_threads|cluster|inspector)$/;

/**
 * Beside far disks the command starts what tells of them and what asks them: the programs that the test of the bundles
 * knows, and a script of ours.
 */
const allowed = {
  execFile: program => /^\/sbin\/mount$|[\\/]System32[\\/]net\.exe$/.test(program),
  fork: script => /[\\/]dist[\\/]lazy[\\/]disk-process\.js$/.test(script),
  Worker: script => /[\\/]dist[\\/]lazy[\\/]disk-process\.js$/.test(script),
};

/** What starts something, in a form that starts nothing else. */
function guarded(loaded) {
  const check = (name, [what]) => allowed[name]?.(what) || stop(`${name} ${what}`);
  return new Proxy(loaded, {
    get(target, name) {
      const value = target[name];
      if (typeof value !== 'function' || name === 'receiveMessageOnPort' || name === 'MessageChannel')
        return value;
      return new Proxy(value, {
        apply: (call, self, args) => check(name, args) && Reflect.apply(call, self, args),
        construct: (call, args) => check(name, args) && Reflect.construct(call, args),
      });
    },
  });
}

/** @param {string} name @returns {never} */
function stop(name) {
  process.stderr.write(`reached for the network: ${name}\n${new Error().stack}\n`);
  process.exit(99);
}

const load = Module._load;
Module._load = function (request, ...rest) {
  if (/^node:(child_process|worker_threads)$/.test(request))
    return guarded(load.call(this, request, ...rest));
  return modules.test(request) ? stop(request) : load.call(this, request, ...rest);
};
const getBuiltinModule = process.getBuiltinModule;
process.getBuiltinModule = name => (modules.test(name) ? stop(name) : getBuiltinModule(name));
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker'])
  Object.defineProperty(globalThis, name, { get: () => stop(name), configurable: true });
