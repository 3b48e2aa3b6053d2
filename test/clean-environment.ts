/** Setup file of the unit tests: takes away what the surrounding environment could change in this package. */

const ours =
  /^(?:CI|GITHUB_ACTIONS|GITLAB_CI|TF_BUILD|JENKINS_URL|TEAMCITY_VERSION|CODEBUILD_BUILD_ID|CONTEXT_RECALL_.*|OPENAI_.*|AI_GATEWAY_.*)$/

for (const name of Object.keys(process.env)) if (ours.test(name)) delete process.env[name]
