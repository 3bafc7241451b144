// `npm run user|import|backup|restore -- …`: what is done at a terminal, beside the server or without it.
import { reportProposer } from './features/config/server/index.ts'
import { readUserCommand, userUsage } from './features/session/server/index.ts'
import { tables } from './main-tables.ts'
import { backupUsage, readBackupCommand, readRestoreCommand, restoreUsage } from './server/backup/command.ts'
import { type Log, makeLog } from './server/log.ts'
import { openMetadata } from './server/metadata/open.ts'
import { enterFolder } from './server/process/folder.ts'
import { refuse } from './server/process/refusal.ts'
import { outliveReaders, UsageProblem } from './server/process/terminal.ts'
import { readSettings, type Settings } from './server/settings.ts'
import { importUsage, readImportCommand } from './server/warehouse/import/command.ts'

interface Command {
  usage: string
  /** Throws UsageProblem before anything is opened. */
  read(args: string[]): (settings: Settings, log: Log) => Promise<void>
}

function readUser(args: string[]) {
  const work = readUserCommand(args)
  return async (settings: Settings, log: Log): Promise<void> => {
    const occupancy = await enterFolder(settings.dataDir)
    const metadata = await openMetadata(settings, log, tables)
    try {
      await work(metadata)
    } finally {
      await metadata.stop()
      occupancy.leave()
    }
  }
}

const commands: Record<string, Command> = {
  user: { usage: userUsage, read: readUser },
  import: { usage: importUsage, read: (args) => readImportCommand(args, reportProposer, tables) },
  backup: { usage: backupUsage, read: (args) => readBackupCommand(args, tables) },
  restore: { usage: restoreUsage, read: (args) => readRestoreCommand(args, tables) },
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    process.stderr.write(
      `${Object.values(commands)
        .map(({ usage }) => usage)
        .join('\n')}\n`,
    )
    process.exit(2)
  }
  try {
    const work = command.read(args)
    const settings = readSettings(process.env)
    await work(settings, makeLog('warn'))
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error
    process.stderr.write(`${error.message}\n${command.usage}\n`)
    process.exit(2)
  }
}

outliveReaders()
await main(process.argv.slice(2)).catch(refuse)
