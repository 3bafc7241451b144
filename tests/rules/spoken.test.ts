// A library's English sentence is put into no text of ours: what fails in one is told by `spokenText`, or by words of our
// own. Where it is for a terminal, a file of settings or the log, the file is listed here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../src', import.meta.url))

const terminal = 'said in a terminal, when the server starts or a command runs'
const spokenElsewhere: Readonly<Record<string, string>> = {
  'server/settings.ts': terminal,
  'server/pushSettings.ts': terminal,
  'server/outbound/settings.ts': terminal,
  'server/backup/unpacking.ts': terminal,
}

/** A template, or an error of ours, that holds what some error says, by a cast or through what only shortens it. */
const passing = /(?:\$\{[^}]*|AppError\([^)]*)(?:\(\w+ as Error\)\??\.message|cleanMessage\()/

describe('what an error of a library says', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/^(demo|setup|web)\//.test(file) && !/\/web\//.test(file))
  const found = files.filter((file) => passing.test(readFileSync(join(root, file), 'utf8')))

  it('stands in no text for readers', () => {
    expect(
      found.filter((file) => !(file in spokenElsewhere)),
      'translate the message by spokenText, or list the file in `spokenElsewhere`',
    ).toEqual([])
  })

  it('is listed for nothing that does not pass it on', () => {
    expect(
      Object.keys(spokenElsewhere).filter((file) => !found.includes(file)),
      'remove these files from `spokenElsewhere`',
    ).toEqual([])
  })

  it('is found where it is planted', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    expect('`无法读取：${(error as Error).message}`').toMatch(passing)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    expect('`无法读取：${cleanMessage(text)}`').toMatch(passing)
    expect("new AppError('internal', (error as Error).message)").toMatch(passing)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    expect('`无法读取：${spokenText(error, words)}`').not.toMatch(passing)
  })
})
