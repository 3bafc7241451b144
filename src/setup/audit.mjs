// `npm run audit`: asks the registry for known vulnerabilities of the packages of a production installation. Not
// every registry answers; a missing answer is reported and does not count as a pass.
import { spawn } from 'node:child_process'
import { endWith, root } from './install.mjs'

const unanswered = /audit endpoint returned an error|ENOAUDIT/

/** Npm's exit code, and whether the registry answered. */
function askRegistry(args) {
  const npm = process.env.npm_execpath
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm']
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...before, 'audit', '--omit=dev', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, said, isAnswered: !unanswered.test(said) }))
  })
}

try {
  const { code, said, isAnswered } = await askRegistry(process.argv.slice(2))
  process.stderr.write(said)
  if (!isAnswered) {
    console.error(
      'Nothing was checked: this registry does not answer audits. Name one that does: npm run audit -- --registry=…',
    )
    process.exitCode = 3
  } else process.exitCode = code
} catch (error) {
  endWith(error)
}
