// Finds faults in keys and in the contexts in which they apply.
import { canMeet, type KeyContexts } from '#commands/contexts.ts'
import type { KeyContext } from '#commands/define.ts'
import { familyOf, keyFamilies } from '#commands/families.ts'
import { parseKeys } from '#web/shell/keys/stroke.ts'
import { inFile } from './where.ts'

export interface BoundCommand {
  id: string
  keys?: string | readonly string[]
  context: string | readonly string[]
}

/**
 * Pairs of commands with equal keys, or with keys that begin the other's, in contexts that can be active together.
 */
export function keyClashes(
  commands: readonly BoundCommand[],
  contexts: KeyContexts | undefined,
  mac: boolean,
): string[] {
  const bound = commands.flatMap((command) =>
    [command.keys ?? []].flat().map((keys) => ({ command, strokes: parseKeys(keys, mac) ?? [] })),
  )
  return bound.flatMap((a, at) =>
    bound
      .slice(at + 1)
      .filter((b) => canMeet(a.command, b.command, contexts) && beginAlike(a.strokes, b.strokes))
      .map(
        (b) =>
          `${a.command.id}${inFile('command', a.command.id)} and ${b.command.id}${inFile('command', b.command.id)} both take ${a.strokes.join(' ')}: give one of them other keys, or a context that is never active with the other's`,
      ),
  )
}

function beginAlike(a: readonly string[], b: readonly string[]): boolean {
  return a.every((stroke, at) => at >= b.length || stroke === b[at])
}

interface FamilyCommand extends Pick<BoundCommand, 'id' | 'keys'> {
  title: string
  en: string
  go?: string
}

/** Pages of a family's section that no key opens, or whose letter stands for nothing in their names. */
export function familyFaults(
  commands: readonly FamilyCommand[],
  paths: readonly string[],
  pinyinOf: (title: string) => string,
): string[] {
  return keyFamilies.flatMap(({ letter, section }) => {
    const own = paths.filter((path) => path.split('/')[1] === section)
    const wanted = (letters: string) => `give it keys 'g ${letter} …' with one of ${letters}`
    const faults = own.flatMap((path) => {
      const command = commands.find(({ go }) => go === path)
      if (command === undefined) return [`${path} is opened by no command`]
      const letters = initialsOf(command, pinyinOf)
      const fits = [command.keys ?? []]
        .flat()
        .map((keys) => keys.split(' '))
        .some((keys) => isOf(letter, keys) && (keys[2] === letter || letters.includes(keys[2] as string)))
      return fits ? [] : [`${command.id}: ${wanted([...letters].sort().join(' '))}`]
    })
    const inside = commands.filter(({ keys = [] }) =>
      [keys].flat().some((one) => isOf(letter, one.split(' '))),
    )
    const itself = inside.filter(({ keys = [] }) => [keys].flat().includes(`g ${letter} ${letter}`))
    return [
      ...faults,
      ...inside
        .filter(({ go = '' }) => !own.includes(go))
        .map(({ id }) => `${id} has a key of /${section}, where its page is not`),
      ...(itself.length === 1 ? [] : [`g ${letter} ${letter} opens no page of /${section}: give it to one`]),
    ]
  })
}

const isOf = (letter: string, keys: readonly string[]) =>
  keys.length === 3 && familyOf(keys)?.letter === letter

/**
 * Letters allowed for a page: initials of its title's syllables in all readings, and of the words of its English
 * name.
 */
function initialsOf({ title, en }: FamilyCommand, pinyinOf: (title: string) => string): string[] {
  const sounds = [...pinyinOf(title).split(/[ /]/), ...en.toLowerCase().split(' ')]
  return [...new Set(sounds.map((sound) => sound.charAt(0)).filter((one) => /[a-z]/.test(one)))]
}

export interface ContextPage {
  path: string
  context?: KeyContext | readonly KeyContext[]
  inner?: readonly KeyContext[]
}

/** Contexts that no page enters, that are declared twice, or that no command uses. */
export function contextFaults(
  commands: readonly BoundCommand[],
  pages: readonly ContextPage[],
  contexts: KeyContexts,
  components: readonly string[],
): string[] {
  const entered = new Set(
    components.flatMap((text) =>
      [...text.matchAll(/\b(?:useCommandContext|enterContext)\(\s*'(\w+)'/g)].map(([, name = '']) => name),
    ),
  )
  const outlets = pages.flatMap(({ context = [] }) => [context].flat())
  const opened = new Set(outlets.map(({ name }) => name))
  const used = new Set(commands.flatMap(({ context }) => context))
  const declared = [...outlets, ...pages.flatMap(({ inner = [] }) => inner)]
  return [
    ...[...used]
      .filter((name) => name !== 'global' && !opened.has(name) && !entered.has(name))
      .map(
        (name) =>
          `nobody enters ${name}${inFile('context', name)}: name it as the context of a page, or enter it in a widget by useCommandContext('${name}')`,
      ),
    ...[...used]
      .filter((name) => !contexts.byName.has(name))
      .map((name) => `nobody declares ${name}: add it to the page that has it, as its context or inner`),
    ...[...contexts.byName.keys()]
      .filter((name) => !used.has(name))
      .map(
        (name) => `no command is in ${name}${inFile('context', name)}: take it away, or put a command in it`,
      ),
    ...declared
      .filter((context) => JSON.stringify(context) !== JSON.stringify(contexts.byName.get(context.name)))
      .map(
        ({ name }) =>
          `${name}${inFile('context', name)} is declared in two ways: declare it once, and import it`,
      ),
    ...sameDepths(contexts),
    ...[...contexts.byName.values()].flatMap(({ name, insteadOf = [] }) =>
      [insteadOf]
        .flat()
        .filter((other) => other !== 'all' && !contexts.byName.has(other))
        .map(
          (other) =>
            `${name}${inFile('context', name)} stands instead of ${other}, which is no context: mend its insteadOf`,
        ),
    ),
  ]
}

/** Pairs of contexts with the same depth that can be active together: one of them must be the inner one. */
function sameDepths({ byName, meet }: KeyContexts): string[] {
  const all = [...byName.values()]
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => one.depth === other.depth && meet(one.name, other.name))
      .map(
        (other) =>
          `${one.name} and ${other.name}${inFile('context', other.name)} stand at one depth: the inner one needs a greater depth`,
      ),
  )
}
