// The environment variables that child processes inherit: those that the runtime needs to find its libraries,
// compiled code and packed packages (see src/setup/packed.mjs). All others may hold secrets.
const kept = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']
const packed = /--require "[^"]*packed-\w+[\\/]+hook\.cjs"/

export function bareEnvironment(): Record<string, string> {
  const [option] = process.env.NODE_OPTIONS?.match(packed) ?? []
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    ...(option && { NODE_OPTIONS: option }),
  }
}
