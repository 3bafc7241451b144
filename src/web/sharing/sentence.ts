// Who can see something, as a sentence with names: 你、王芳和角色「运营」可以看，王芳可以改；另有 3 人因文件夹「周报」可以看。
import type { NamedGrant, WhoSees } from '#shared/whoSees.ts'

type Sharing = Pick<WhoSees, 'owner' | 'readerId' | 'shared' | 'grants' | 'place'>

const mostNamed = 4

type Subject = Pick<NamedGrant, 'kind' | 'id' | 'name'>

const keyOf = ({ kind, id }: Subject): string => `${kind} ${id}`

const nameFor =
  (readerId: number) =>
  ({ kind, id, name }: Subject): string => {
    if (kind === 'role') return `角色「${name}」`
    return id === readerId ? '你' : name
  }

/** 你、王芳和角色「运营」; of many the first, and how many are left. */
function listed(subjects: readonly Subject[], readerId: number): string {
  const name = nameFor(readerId)
  // The reader comes first.
  const ordered = [...subjects].sort(
    (one, other) => Number(name(other) === '你') - Number(name(one) === '你'),
  )
  const names = ordered.slice(0, mostNamed).map(name)
  if (ordered.length > mostNamed) return `${names.join('、')}等 ${ordered.length} 个人和角色`
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join('、')}和${last}`
}

const counted = (subjects: readonly Subject[]): string => {
  const people = subjects.filter(({ kind }) => kind === 'user').length
  const roles = subjects.length - people
  return [people > 0 && `${people} 人`, roles > 0 && `${roles} 个角色`].filter(Boolean).join('和')
}

const fewNamed = 2

export function whoSeesText({ owner, readerId, shared, grants, place }: Sharing): string {
  const present = grants.filter(({ gone }) => !gone)
  const own: Subject[] = [{ kind: 'user', ...owner }, ...present]
  const editors = [own[0] as Subject, ...present.filter(({ right }) => right === 'edit')]
  if (shared && place.open) return `所有人可以看，${listed(editors, readerId)}可以改`
  const named =
    own.length === 1
      ? `只有${listed(own, readerId)}可以看`
      : `${listed(own, readerId)}可以看，${listed(editors, readerId)}可以改`
  return [named, ...inherited()].join('；')

  function inherited(): string[] {
    if (!shared) return []
    if (place.grants === null) return ['能看它所在文件夹的人也可以看']
    const known = new Set(own.map(keyOf))
    const others = place.grants.filter((grant) => !grant.gone && !known.has(keyOf(grant)))
    if (others.length === 0) return []
    const who = others.length <= fewNamed ? listed(others, readerId) : counted(others)
    return [`另有${/^\d/.test(who) ? ' ' : ''}${who}因文件夹「${place.folder?.name ?? ''}」可以看`]
  }
}
