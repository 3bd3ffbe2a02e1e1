-- AlterEnum
ALTER TYPE "command_state" ADD VALUE 'interrupted';

-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "command_id" UUID;

-- AlterTable
ALTER TABLE "command" ADD COLUMN     "drive_id" UUID,
ADD COLUMN     "nvme_status" INTEGER,
ADD COLUMN     "progress" JSONB;

-- CreateIndex
CREATE INDEX "command_drive_id_requested_at_idx" ON "command"("drive_id", "requested_at");

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE SET NULL ON UPDATE CASCADE;
