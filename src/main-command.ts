// `npm run user|import|backup|restore|move|repair|demo|adopt|clickhouse|definitions -- …`: terminal commands, with or without a running server.
import { type Log, makeLog } from './server/log.ts'
import { enterFolder } from './server/process/folder.ts'
import { refuse } from './server/process/refusal.ts'
import { outliveReaders, UsageProblem } from './server/process/terminal.ts'
import { readSettings, type Settings } from './server/settings.ts'

interface Command {
  usage: string
  /** Throws UsageProblem before anything is opened. */
  read(args: string[]): (settings: Settings, log: Log) => Promise<void>
}

const readTables = async () => (await import('./main-tables.ts')).tables

async function loadUser(): Promise<Command> {
  const { readUserCommand, userUsage } = await import('./features/session/server/userCommand.ts')
  const read = (args: string[]) => {
    const work = readUserCommand(args)
    return async (settings: Settings, log: Log): Promise<void> => {
      const { openMetadata } = await import('./server/metadata/open.ts')
      const tables = await readTables()
      const occupancy = await enterFolder(settings)
      const metadata = await openMetadata(settings, log, tables)
      try {
        await work(metadata)
      } finally {
        await metadata.stop()
        occupancy.leave()
      }
    }
  }
  return { usage: userUsage, read }
}

async function loadImport(): Promise<Command> {
  const { importUsage, readImportCommand } = await import('./server/warehouse/import/command.ts')
  const { reportProposer } = await import('./features/config/server/index.ts')
  const { loadGuard } = await import('./features/checks/server/index.ts')
  const tables = await readTables()
  return { usage: importUsage, read: (args) => readImportCommand(args, reportProposer, loadGuard, tables) }
}

async function loadBackup(): Promise<Command> {
  const { backupUsage, readBackupCommand } = await import('./server/backup/command.ts')
  const tables = await readTables()
  return { usage: backupUsage, read: (args) => readBackupCommand(args, tables) }
}

async function loadRestore(): Promise<Command> {
  const { readRestoreCommand, restoreUsage } = await import('./server/backup/command.ts')
  const tables = await readTables()
  return { usage: restoreUsage, read: (args) => readRestoreCommand(args, tables) }
}

async function loadMove(): Promise<Command> {
  const { moveUsage, readMoveCommand } = await import('./server/backup/moveCommand.ts')
  const tables = await readTables()
  return { usage: moveUsage, read: (args) => readMoveCommand(args, tables) }
}

async function loadRepair(): Promise<Command> {
  const { readRepairCommand, repairUsage } = await import('./server/warehouse/repair.ts')
  return { usage: repairUsage, read: readRepairCommand }
}

async function loadDemo(): Promise<Command> {
  const { demoUsage, readDemoCommand } = await import('./features/demo/server/command.ts')
  return { usage: demoUsage, read: (args) => readDemoCommand(args, readTables) }
}

async function loadAdopt(): Promise<Command> {
  const { adoptUsage, readAdoptCommand } = await import('./server/process/adoptCommand.ts')
  return { usage: adoptUsage, read: (args) => readAdoptCommand(args, readTables) }
}

async function loadClickhouse(): Promise<Command> {
  const { clickhouseUsage, readClickhouseCommand } = await import(
    './features/code/server/clickhouseCommand.ts'
  )
  return { usage: clickhouseUsage, read: (args) => readClickhouseCommand(args, readTables) }
}

async function loadDefinitions(): Promise<Command> {
  const { definitionsUsage, readDefinitionsCommand } = await import(
    './features/definitions/server/git/command.ts'
  )
  return { usage: definitionsUsage, read: readDefinitionsCommand }
}

/** Loaded on demand, because together they are most of the product. */
const commands: Record<string, () => Promise<Command>> = {
  user: loadUser,
  import: loadImport,
  backup: loadBackup,
  restore: loadRestore,
  move: loadMove,
  repair: loadRepair,
  demo: loadDemo,
  adopt: loadAdopt,
  clickhouse: loadClickhouse,
  definitions: loadDefinitions,
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    const all = await Promise.all(Object.values(commands).map((each) => each()))
    const text = `${all.map(({ usage }) => usage).join('\n')}\n`
    if (name === '--help' || name === '-h') return void process.stdout.write(text)
    process.stderr.write(text)
    process.exit(2)
  }
  const command = await load()
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${command.usage}\n`)
    return
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
