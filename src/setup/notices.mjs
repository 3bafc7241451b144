// Third-party notices: name, version, licence and licence text of every shipped package, that is, of those bundled
// for the browser and those of a production installation.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const legal = /^(licen[sc]e|copying|notice|third.?party.?notices?)/i
const line = '─'.repeat(100)

/** Folders of packages that a build read, as package-lock.json names them: `node_modules/a/node_modules/@b/c`. */
export const bundledIn = ({ inputs }) =>
  Object.keys(inputs).flatMap((file) => {
    const [folder] =
      /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replace(/^[\w-]+:/, '')) ?? []
    return folder === undefined ? [] : [folder]
  })

/**
 * Packages of a lock file that a production installation holds; packages for other platforms are missing on this
 * machine.
 */
const installed = (packages) =>
  Object.keys(packages).filter((folder) => folder !== '' && !packages[folder].dev)

const nameOf = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

async function legalTexts(path) {
  const entries = await readdir(path, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && legal.test(entry.name)).map(({ name }) => name)
  return Promise.all(files.sort().map(async (file) => (await readFile(join(path, file), 'utf8')).trim()))
}

async function noticeOf(root, folder) {
  const path = join(root, folder)
  const { version, license, author, homepage } = JSON.parse(
    await readFile(join(path, 'package.json'), 'utf8'),
  )
  const texts = await legalTexts(path)
  // A package without a licence text names at least its author.
  const maker = typeof author === 'string' ? author : author?.name
  const body = texts.length > 0 ? texts : [[maker, homepage].filter(Boolean).join('\n')]
  const head = `${nameOf(folder)} ${version}\n${license ?? 'see below'}`
  return { key: `${nameOf(folder)} ${version}`, text: [line, head, ...body].join('\n\n') }
}

/** All notices as one text; a package installed in several folders appears once. */
export async function noticesOf(root, metafiles) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const folders = new Set([...installed(packages), ...metafiles.flatMap(bundledIn)])
  const there = [...folders].filter((folder) => existsSync(join(root, folder, 'package.json')))
  const notices = await Promise.all(there.map((folder) => noticeOf(root, folder)))
  const texts = new Map(notices.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, text }) => [key, text]))
  return `${['This product is made with the following packages.', ...texts.values()].join('\n\n')}\n`
}
