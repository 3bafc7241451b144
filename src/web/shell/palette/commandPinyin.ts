// Pinyin of the registry's titles, generated at build time.
import { characters, exceptions } from 'commands:pinyin'
import { type CommandId, commandOf } from '#commands/index.ts'
import { readByCharacter } from '#shared/pinyin.ts'

const syllables = new Map(
  Object.entries(characters).flatMap(([syllable, found]) =>
    [...found].map((character) => [character, syllable] as const),
  ),
)
const read = new Map<CommandId, string>()

export function pinyinOfCommand(id: CommandId): string {
  const known = read.get(id)
  if (known !== undefined) return known
  const pinyin =
    exceptions[id] ?? readByCharacter(commandOf(id).title, (character) => syllables.get(character))
  read.set(id, pinyin)
  return pinyin
}
