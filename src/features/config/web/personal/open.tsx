// Opens the marks of a table's columns, and one player's data; answers and dialogs are loaded on demand.
import { CallError, call } from '#web/api/client.ts'
import { showDialog } from '#web/shell/dialog.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { personalTable } from '#features/config/contract.ts'

const PersonalDialog = onDemand(async () => (await import('./PersonalDialog.tsx')).PersonalDialog)

const PlayerDialog = onDemand(async () => (await import('./PlayerDialog.tsx')).PlayerDialog)

export const showPlayer = (): void => showDialog(<PlayerDialog />)

export async function showPersonal({ table_truename: table }: { table_truename: string }): Promise<void> {
  try {
    const told = await call(personalTable, { query: { table } })
    showDialog(<PersonalDialog told={told} />)
  } catch (error) {
    // The client tells of it.
    if (!(error instanceof CallError)) throw error
  }
}
