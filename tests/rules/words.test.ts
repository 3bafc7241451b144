// Texts for readers are Chinese: labels, buttons, placeholders and messages of refusals.
import { describe, expect, it } from 'vitest'
import { errors } from '#shared/errors.ts'
import { sourcesIn } from './guards/sources.ts'
import { foreignTexts } from './guards/words.ts'

const asItIs = 'is typed or shown as it is'
const specified = 'is the wording that the specification gives'
/** Texts that stay untranslated, by file, with the reason. */
const reasons: Record<string, [texts: string[], reason: string]> = {
  'src/features/gameflow/web/flow/SourceDialog.tsx': [['pay，renew'], asItIs],
  'src/features/logsearch/web/tones.ts': [['5xx', '4xx', '3xx', '2xx', '1xx'], asItIs],
  'src/features/push/web/messageFields.ts': [['mygame://shop', 'https://'], asItIs],
  'src/features/segment/web/ListField.tsx': [['10000001\nyhxt,10000002'], asItIs],
  'src/features/session/web/DemoAccounts.tsx': [['analytics-demo'], asItIs],
  'src/features/session/web/LoginForm.tsx': [['Log in'], specified],
  'src/features/session/web/slice.ts': [['login'], specified],
  'src/features/statement/web/filters/filters.ts': [['contains'], 'is a kind of condition'],
  'src/web/shell/PageOutlet.tsx': [['An error occurred while loading the component'], specified],
  'src/web/shell/installation.ts': [['analytics V3'], 'is the name of the product'],
}

describe('texts for readers', () => {
  it('are Chinese, in labels and in refusals', () => {
    // Excluded: the demo's makers and the setup, which run in a terminal.
    const sources = sourcesIn('commands', 'src').filter(({ path }) => !/^src\/(demo|setup)\//.test(path))
    const found = foreignTexts(sources)
    const isReasoned = (fault: string) =>
      reasons[fault.split(':')[0] ?? '']?.[0].some((text) => fault.endsWith(`say «${text}» in Chinese`))
    expect(
      found.filter((fault) => !isReasoned(fault)),
      'say these in Chinese, or give the reason in tests/rules/words.test.ts',
    ).toEqual([])
    const needless = Object.entries(reasons).flatMap(([path, [texts]]) =>
      texts
        .filter((text) => !found.some((fault) => fault.startsWith(path) && fault.includes(`«${text}»`)))
        .map((text) => `${path}: take «${text}» off the reasons in tests/rules/words.test.ts`),
    )
    expect(needless, 'remove these reasons: the texts are gone').toEqual([])
  })

  it('are Chinese in the catalogue of failures', () => {
    const foreign = Object.entries(errors).filter(([, { message }]) => !/\p{Script=Han}/u.test(message))
    expect(foreign, 'say it in Chinese in src/shared/errors.ts').toEqual([])
  })
})

describe('the guard', () => {
  const path = 'src/features/code/web/Part.tsx'
  const faults = (text: string, server = '') =>
    foreignTexts([
      { path, text },
      { path: 'src/features/code/web/words.ts', text: "export const word = 'Save'" },
      { path: 'src/features/code/server/work.ts', text: server },
    ])

  it.each([
    '<Button text="Save" />',
    '<Button>Save</Button>',
    '<button aria-label="Save" />',
    '<input placeholder={open ? "Save" : "保存"} />',
    '<p title={`Save`}>{count}</p>',
    '<Button text={text ?? "Save"} />',
    '<Row {...{ label: "Save" }} />',
    '<div>{open && "Save"}</div>',
    'const word = "Save"; const row = <Button text={word} />',
    "import { word } from './words.ts'; const row = <Button text={word} />",
  ])('catches %s, and names its file', (text) => {
    expect(faults(text)).toEqual([
      expect.stringMatching(/^src\/features\/code\/web\/(Part\.tsx|words\.ts):1: say «Save/),
    ])
  })

  it.each([
    "throw new AppError('name_taken', 'Save it')",
    "throw new AppError('name_taken', isOpen ? 'Save it' : '保存')",
    "throw new ReportProblem('Save it')",
    "const said = 'Save it'; throw new AppError('name_taken', said)",
  ])('catches the refusal %s', (text) => {
    expect(faults('', text)).toEqual(['src/features/code/server/work.ts:1: say «Save it» in Chinese'])
  })

  it.each([
    '<Button text="保存" icon="floppy-disk" className="row" />',
    '<Button text={open === "Save" ? "保存" : "SQL"} />',
    '<code>npm start</code>',
    '<p>{rows.length} 行 × {columns.length}</p>',
    "const row = { type: 'Save', text: '保存' }",
  ])('leaves %s alone', (text) => {
    expect(faults(text, "throw new AppError('name_taken')")).toEqual([])
  })
})
