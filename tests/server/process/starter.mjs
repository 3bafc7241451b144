// What `npm start` runs once all is installed and built.
import { endWith, runServer } from '../../../src/setup/install.mjs'

await runServer().catch(endWith)
