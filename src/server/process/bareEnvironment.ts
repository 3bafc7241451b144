// What a child process gets of the server's environment: where the runtime finds its libraries and its compiled code,
// and nothing else, as the rest may hold secrets.
const kept = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']

export function bareEnvironment(): Record<string, string> {
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
