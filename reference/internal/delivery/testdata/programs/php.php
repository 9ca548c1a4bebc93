<?php
[, $verb] = $argv;
$own = 'sha256=' . hash_hmac('sha256', file_get_contents('php://stdin'), getenv('INTAKE_WEBHOOK_SECRET'));
if ($verb === 'sign') {
    echo $own;
} else {
    exit(hash_equals($own, $argv[2]) ? 0 : 3);
}
