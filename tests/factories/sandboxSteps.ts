// Runs the steps of a sandbox process for one order on an engine in this process, to test the statement check and the
// engine's restrictions alone. The process itself is tested through openSandbox.
import { engineSettings } from '#server/warehouse/duckdb/engineSettings.ts'
import { runOrder } from '#server/warehouse/sandbox/runOrder.ts'
import { openSnapshot } from '#server/warehouse/sandbox/snapshotInstance.ts'
import type { SandboxRequest } from '#server/warehouse/sandbox/types.ts'
import { publishedFiles } from '#server/warehouse/snapshot/attach.ts'
import type { TestWarehouse } from './warehouse.ts'

type Asked = Pick<SandboxRequest, 'sql' | 'params' | 'scope' | 'limit' | 'mode'>
type Told = Pick<SandboxRequest, 'onColumns' | 'onChunk' | 'onBytes'>

/** Like `Sandbox.run`, without queue, time limit and columns. */
export async function runSteps({ warehouse }: TestWarehouse, request: Asked & Told) {
  const { folder, manifest } = await warehouse.snapshot()
  const configuration = {
    ...publishedFiles(folder, manifest),
    engine: engineSettings({ share: 1, memoryMiB: 320 }),
    zone: 'UTC',
  }
  const connection = await openSnapshot(configuration)
  try {
    const { onColumns, onChunk, onBytes, ...asked } = request
    return await runOrder(
      connection,
      configuration,
      { kind: 'run', ...asked },
      {
        columns: (columns) => onColumns?.(columns),
        chunk: async ({ rowCount, columns }) => onChunk?.({ rowCount, columns: columns.map(String) }),
        bytes: async (bytes) => onBytes?.(bytes),
      },
    )
  } finally {
    connection.closeSync()
  }
}
