// Messages of libraries, in English, never appear in texts for readers: `spokenText` translates them, or we use our
// own words. Files that pass them to a terminal, a settings file or the log are listed.
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
  'server/signIn/providerSettings.ts': terminal,
  'server/backup/unpacking.ts': terminal,
  'features/definitions/server/git/folder.ts': terminal,
}

/** A template, or an error of ours, that contains another error's message, by a cast or through `cleanMessage`. */
const passing = /(?:\$\{[^}]*|AppError\([^)]*)(?:\(\w+ as Error\)\??\.message|cleanMessage\()/

describe('a library’s error message', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/^(demo|setup|web)\//.test(file) && !/\/web\//.test(file))
  const found = files.filter((file) => passing.test(readFileSync(join(root, file), 'utf8')))

  it('is part of no text for readers', () => {
    expect(
      found.filter((file) => !(file in spokenElsewhere)),
      'translate the message by spokenText, or list the file in `spokenElsewhere`',
    ).toEqual([])
  })

  it('has no listed file that does not pass it on', () => {
    expect(
      Object.keys(spokenElsewhere).filter((file) => !found.includes(file)),
      'remove these files from `spokenElsewhere`',
    ).toEqual([])
  })

  it('is found in planted code', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    expect('`无法读取：${(error as Error).message}`').toMatch(passing)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    expect('`无法读取：${cleanMessage(text)}`').toMatch(passing)
    expect("new AppError('internal', (error as Error).message)").toMatch(passing)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    expect('`无法读取：${spokenText(error, words)}`').not.toMatch(passing)
  })
})
