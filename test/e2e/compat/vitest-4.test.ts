import { createProject } from '../project.ts'
import { describeMatrix } from '../matrix.ts'

describeMatrix('4.1', options => createProject({ ...options, compatPackages: ['vitest=vitest-4'] }))
