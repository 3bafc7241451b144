// Runs a few failed tests once more by themselves. Those that pass then failed because of load: they are
// listed at the end, to be fixed, and do not fail the run. What fails twice has failed.
import { relative } from 'node:path'
import { failedTests, readReport } from './failures.mjs'
import { root } from './install.mjs'
import { runSteps } from './steps.mjs'

/** More failures are not caused by load. A machine that stalls for minutes affects at most two files. */
const mostTests = 10
const mostFiles = 3

/**
 * From the failures of `runSteps`, returns those that stand, and the names of the tests that passed in the
 * second run. Errors outside tests, crashes and steps without a report stand.
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

/** Keeps the first run's report, which says what failed. */
const withoutReport = (args) => args.filter((arg) => !/^--(reporter=json|outputFile)/.test(arg))
