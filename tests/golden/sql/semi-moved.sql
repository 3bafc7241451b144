-- $1 = ["1","3"]
WITH _1_last_moments AS MATERIALIZED (
  SELECT f."is_first" AS "d14", f."player_id" AS "_1_last_s1", max(f."pay_time") FILTER (WHERE (f."amount") IS NOT NULL) AS "_1_last_p901_at"
  FROM "pay_order" AS f
  WHERE f."player_id" IN (SELECT unnest(CAST($1 AS BIGINT[])))
  GROUP BY 1, 2
),
_1_last AS MATERIALIZED (
  SELECT _1_last_moments."d14", _1_last_moments."_1_last_s1", _1_last_moments."_1_last_p901_at", CASE WHEN count(f."amount") > 1 THEN error('⟪余额指标「最近一单」不知道取哪一行：指标表「订单」的主键（player_id）分不清它们：同一时刻（pay_time）有几行；请把能分清它们的列加进行的主键⟫') ELSE sum(f."amount") END AS "p901"
  FROM "pay_order" AS f
  JOIN _1_last_moments ON _1_last_moments."d14" IS NOT DISTINCT FROM f."is_first" AND _1_last_moments."_1_last_s1" IS NOT DISTINCT FROM f."player_id" AND _1_last_moments."_1_last_p901_at" = f."pay_time"
  WHERE f."player_id" IN (SELECT unnest(CAST($1 AS BIGINT[]))) AND f."pay_time" IN (SELECT DISTINCT _1_last_moments."_1_last_p901_at" FROM _1_last_moments)
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT "d14", "_1_last_s1", "_1_last_p901_at", NULL AS "p901"
  FROM _1_last_moments
  WHERE "_1_last_p901_at" IS NULL
),
_rows AS MATERIALIZED (
  SELECT "d14", sum("p901") AS "p901"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d14", (
      SELECT sum("p901") AS "p901"
      FROM (
        SELECT "_1_last_s1", arg_max("p901", "_1_last_p901_at") AS "p901"
        FROM (
          SELECT "_1_last_s1", "_1_last_p901_at", CASE WHEN count("p901") > 1 THEN error('⟪余额指标「最近一单」不知道取哪一行：指标表「订单」的主键（player_id）分不清它们：同一时刻（pay_time）有几行；请把能分清它们的列加进行的主键⟫') ELSE sum("p901") END AS "p901"
          FROM _1_last
          GROUP BY 1, 2
        ) AS moments
        GROUP BY 1
      ) AS lasts
    ) AS "p901"
  UNION ALL
  SELECT 1 AS "_level", "d14", "p901"
  FROM _rows
)
SELECT r."d14", r."p901"
FROM _levels AS r
ORDER BY r."_level", r."d14" ASC NULLS LAST
LIMIT 100002
