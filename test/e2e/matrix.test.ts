import { createProject } from './project.ts'
import { describeMatrix } from './matrix.ts'

describeMatrix('5', createProject)
