-- AlterTable
ALTER TABLE "benchmark_run" ADD COLUMN     "settings" JSONB;
