export { type CitusCluster, startCitus } from "./cluster.ts";
export { citusObstacle, citusPackages } from "./programs.ts";
