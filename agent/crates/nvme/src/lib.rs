//! crosspoint-nvme
