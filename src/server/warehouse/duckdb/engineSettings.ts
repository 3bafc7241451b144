// Resource limits of a DuckDB instance, derived from the machine.
import { availableParallelism, totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/**
 * Settings for a new instance. `share`: how many such instances share the machine. `spill`: folder for data
 * that does not fit into memory; without it such a statement fails.
 */
export function engineSettings(options: {
  share: number
  spill?: string
  /** Overrides the share of the machine's memory. */
  memoryMiB?: number
}): Record<string, string> {
  const share = Math.floor(machineMemoryMiB() / 2 / options.share)
  const memory = options.memoryMiB ?? Math.min(Math.max(share, 256), 8192)
  return {
    threads: String(availableParallelism()),
    memory_limit: `${memory}MiB`,
    temp_directory: options.spill ?? '',
    ...(options.spill ? { max_temp_directory_size: '20GiB' } : {}),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  }
}

export function machineMemoryMiB(): number {
  // The container's memory limit, if there is one; otherwise Node returns 0 or a huge number.
  const constrained = process.constrainedMemory()
  const total = totalmem()
  return (constrained > 0 && constrained < total ? constrained : total) / mebibyte
}
