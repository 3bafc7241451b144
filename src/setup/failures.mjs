// Summarizes failures at the very end of `npm test`, because often only the end of a long log is kept.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './install.mjs'

const mostTests = 40
/** A test may fail in several ways, and a journey adds its position as a separate message. */
const mostMessages = 4
const linesOfMessage = 6
const linesOfStep = 20
const longestLine = 300

/** The report of vitest's reporter; null where the step ended before writing it. */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** For a failed step from `runSteps`: its failed tests, else its exit and last output. */
export function tellFailure({ title, report, ending, said }) {
  const found = report && readReport(report)
  const tests = failedTests(found)
  const lines = tests.slice(0, mostTests).flatMap(({ file, name, messages }) => {
    return [`✗ ${relative(root, file)}${name && ` > ${name}`}`, ...messages.flatMap(firstLines)]
  })
  if (tests.length > mostTests) lines.push(`… and ${tests.length - mostTests} more`)
  if (tests.length === 0) {
    if (found) lines.push('No test of its report failed: the error came beside them.')
    else if (report)
      lines.push('It left no report, so that it crashed: tests may have failed before, or not run.')
    if (said === null) lines.push(`What it said stands above, under “── ${title}”.`)
    else lines.push(...linesOf(said).slice(-linesOfStep).map(indented))
  }
  return [`\n── ${title} FAILED (${ending})`, ...lines].join('\n')
}

/** A file that could not be loaded is reported without a test name. */
export function failedTests(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file,
        name: fullName,
        messages: failureMessages.slice(0, mostMessages),
      }))
    return tests.length > 0 || status !== 'failed' ? tests : [{ file, name: '', messages: [message] }]
  })
}

const linesOf = (text) => stripVTControlCharacters(text).trimEnd().split('\n')
const indented = (line) => `    ${line.slice(0, longestLine)}`
const firstLines = (message) => linesOf(message).filter(Boolean).slice(0, linesOfMessage).map(indented)
