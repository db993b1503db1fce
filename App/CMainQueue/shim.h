#pragma once

// What Dispatch offers to the main loops of others. It has no header of its own.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
