// Which server keeps a user's work: the first that the user comes to, until it stops or can't be reached.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Metadata } from '../metadata/open.ts'

export interface Holder {
  home: string
  address: string
}

interface PlacesOptions {
  metadata: Metadata
  log: Pick<Log, 'warn'>
  /** Id of the own data folder. */
  home(): string
  secret(): Buffer | string
}

/** Called with the run tag of a server that no longer answers. */
type OnLost = (runTag: string) => Promise<void>

export class Places {
  readonly #options: PlacesOptions
  readonly #onLost: OnLost[] = []
  #home: string | null = null
  #runTag = ''

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  /** False while this server is alone, or not listening. */
  get isJoined(): boolean {
    return this.#home !== null
  }

  /** With which the ids of this server's runs of SQL begin. */
  noteRuns(tag: string): void {
    this.#runTag = tag
  }

  onLost(work: OnLost): void {
    this.#onLost.push(work)
  }

  /** Call once the server listens. `address`: how other servers reach it. */
  async join(address: string): Promise<void> {
    const { metadata, home } = this.#options
    // SQLite lies in the data folder, which one server has to itself.
    if (metadata.dialect === 'sqlite') return
    const row = { home: home(), address, run_tag: this.#runTag }
    await metadata.db
      .insertInto('server_place')
      .values(row)
      .onConflict((conflict) => conflict.column('home').doUpdateSet(row))
      .execute()
    this.#home = row.home
  }

  /** The users' next calls are taken by the servers that they come to. */
  async leave(): Promise<void> {
    const home = this.#home
    if (home === null) return
    this.#home = null
    const { db } = this.#options.metadata
    await db.deleteFrom('server_place').where('home', '=', home).execute()
    await db.deleteFrom('user_place').where('home', '=', home).execute()
  }

  /** Null where it is this server, which the user has from now on if none had them. */
  async holderOf(userId: number): Promise<Holder | null> {
    const own = this.#home
    if (own === null) return null
    const found = (await this.#read(userId)) ?? (await this.#claim(userId, own))
    if (found.home === own) return null
    if (found.address !== null) return { home: found.home, address: found.address }
    await this.#move(userId, found.home, own)
    return this.holderOf(userId)
  }

  /** After the holder could not be reached: what it had under way for anybody is told as interrupted. */
  async takeOver(userId: number, { home, address }: Holder): Promise<void> {
    const own = this.#home
    if (own === null) return
    this.#options.log.warn({ address }, 'a server can not be reached; this one takes over for its users')
    const { db } = this.#options.metadata
    const lost = await db.selectFrom('server_place').select('run_tag').where('home', '=', home).execute()
    await this.#move(userId, home, own)
    for (const { run_tag } of lost) {
      if (run_tag !== '') await Promise.all(this.#onLost.map((work) => work(run_tag)))
    }
  }

  /** What proves to a server that another one, and no browser, hands a call on to it. */
  keyOf({ home }: Pick<Holder, 'home'>): string {
    return createHmac('sha256', this.#options.secret()).update(`handed on to ${home}`).digest('base64url')
  }

  isKey(sent: string | string[] | undefined): boolean {
    if (typeof sent !== 'string' || this.#home === null) return false
    const [given, known] = [Buffer.from(sent), Buffer.from(this.keyOf({ home: this.#home }))]
    return given.length === known.length && timingSafeEqual(given, known)
  }

  #read(userId: number): Promise<{ home: string; address: string | null } | undefined> {
    return this.#options.metadata.db
      .selectFrom('user_place')
      .leftJoin('server_place', 'server_place.home', 'user_place.home')
      .select(['user_place.home', 'server_place.address'])
      .where('user_place.user_id', '=', userId)
      .executeTakeFirst()
  }

  /** Of several servers that claim a user at once, the first has them. */
  async #claim(userId: number, own: string): Promise<{ home: string; address: string | null }> {
    await this.#options.metadata.db
      .insertInto('user_place')
      .values({ user_id: userId, home: own })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
    return (await this.#read(userId)) ?? { home: own, address: null }
  }

  async #move(userId: number, from: string, to: string): Promise<void> {
    await this.#options.metadata.db
      .updateTable('user_place')
      .set({ home: to })
      .where('user_id', '=', userId)
      .where('home', '=', from)
      .execute()
  }
}
