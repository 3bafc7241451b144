// Parses command-line arguments strictly; a wrong argument prints the usage and exits with code 2.
import { type ParseArgsConfig, parseArgs } from 'node:util'

export class UsageProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageProblem'
  }
}

interface Wanted<Options extends NonNullable<ParseArgsConfig['options']>> {
  options?: Options
  /** Names of the required positional arguments, for the message. */
  positionals: string[]
}

export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  { options, positionals: names }: Wanted<Options>,
) {
  const { values, positionals } = parse(args, options)
  if (positionals.length < names.length) throw new UsageProblem(`缺少参数：${names[positionals.length]}`)
  if (positionals.length > names.length) throw new UsageProblem(`多余的参数：${positionals[names.length]}`)
  return { values, positionals }
}

function parse<Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options?: Options) {
  try {
    return parseArgs({ args, options: options ?? ({} as Options), allowPositionals: true, strict: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const named = message.match(/'([^']+)'/)?.[1] ?? ''
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    throw new UsageProblem(unknown ? `未知的选项：${named}` : `选项 ${named} 的用法有误`)
  }
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Keeps working when nobody reads the output any more: `npm run import … | head`, a closed terminal. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
