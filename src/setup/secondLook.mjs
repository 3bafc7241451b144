// A few tests that failed beside thousands of others are run once more, by themselves. What passes then fell to what ran
// beside it: it is named at the end, to be mended, and does not fail the run. What fails twice has failed.
import { relative } from 'node:path'
import { failedTests, readReport } from './failures.mjs'
import { root } from './install.mjs'
import { runSteps } from './steps.mjs'

/** More than these are no accident. A machine that stands still for minutes fails what two files are at. */
const mostTests = 10
const mostFiles = 3

/**
 * Of failures, as `runSteps` gives them, those that stand, and the names of the tests that passed when run again. Errors
 * beside the tests, crashes and steps without a report stand.
 */
export async function lookAgain(failures) {
  const standing = []
  const unsteady = []
  for (const failure of failures) {
    const tests = failedTests(failure.report && readReport(failure.report))
    const files = [...new Set(tests.map(({ file }) => relative(root, file)))]
    const areFew = tests.length > 0 && tests.length <= mostTests && files.length <= mostFiles
    if (!areFew || tests.some(({ name }) => name === '')) {
      standing.push(failure)
      continue
    }
    const [again] = await runSteps([
      [
        {
          ...failure,
          title: `${failure.title}: a second look`,
          args: [...withoutReport(failure.args), ...files],
        },
      ],
    ])
    if (again) standing.push(failure)
    else unsteady.push(...tests.map(({ file, name }) => `${relative(root, file)} > ${name}`))
  }
  return { standing, unsteady }
}

/** The first run's report stays: it says what failed. */
const withoutReport = (args) => args.filter((arg) => !/^--(reporter=json|outputFile)/.test(arg))
