// What a child process gets of the server's environment: where the runtime finds its libraries, its compiled code and
// its packed packages (see src/setup/packed.mjs), and nothing else, as the rest may hold secrets.
const kept = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']
const packed = /--require "[^"]*packed-\w+[\\/]+hook\.cjs"/

export function bareEnvironment(): Record<string, string> {
  const [option] = process.env.NODE_OPTIONS?.match(packed) ?? []
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    ...(option && { NODE_OPTIONS: option }),
  }
}
