// Serves a tree that prepare.mjs has made ready: installs nothing, builds nothing, needs no npm and no registry.
import { endWith, runServer } from '../install.mjs'

await runServer().catch(endWith)
