// The environment variables that child processes inherit: those that the runtime needs to find its libraries,
// compiled code and packed packages (see src/setup/packed.mjs), and that of the tests. All others may hold secrets.

/**
 * The tests set it, as `1`: they fill the machine themselves, and would leave a process of lower priority a tenth of
 * the time that it needs.
 */
export const onePriority = 'ONE_PRIORITY'

const kept = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', onePriority]
const packed = /--require "[^"]*packed-\w+[\\/]+hook\.cjs"/

export function bareEnvironment(): Record<string, string> {
  const [option] = process.env.NODE_OPTIONS?.match(packed) ?? []
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    ...(option && { NODE_OPTIONS: option }),
  }
}
