// Loaded into a process with `node --require`: whatever reaches for the network ends it with exit status 99.
const Module = require('node:module');

const modules =
  /^(node:)?(net|tls|http|https|http2|dgram|dns|dns\/promises|quic|child_process|worker_threads|cluster|inspector)$/;

/** @param {string} name @returns {never} */
function stop(name) {
  process.stderr.write(`reached for the network: ${name}\n${new Error().stack}\n`);
  process.exit(99);
}

const load = Module._load;
Module._load = function (request, ...rest) {
  return modules.test(request) ? stop(request) : load.call(this, request, ...rest);
};
const getBuiltinModule = process.getBuiltinModule;
process.getBuiltinModule = name => (modules.test(name) ? stop(name) : getBuiltinModule(name));
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker'])
  Object.defineProperty(globalThis, name, { get: () => stop(name), configurable: true });
