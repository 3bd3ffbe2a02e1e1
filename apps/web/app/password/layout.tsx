export { SimulatedLayout as default } from "@/server/simulated-layout";
